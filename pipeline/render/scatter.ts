import type { Block } from '../documents/blocks.ts'
import { escapeHtml } from './escape-html.ts'
import { formatNumber } from './format-number.ts'
import type { Places } from './places.ts'

const size = 1_000
const percent = (share: number): string => `${formatNumber(100 * share, 0)}%`

/** Shares against shares in a square, with the line on which both are equal. */
export function scatter({ title, remark, note, dots }: Extract<Block, { kind: 'scatter' }>, places: Places): string {
  const text = (kind: string, left: number, top: number, content: string) =>
    `<i class="${kind} ${places.at(left / 10, top / 10)}">${content}</i>`
  const described = dots.map(({ x, y }) => `across ${percent(x)}, up ${percent(y)}`).join('; ')
  const shares = [0, 0.25, 0.5, 0.75, 1]
  return [
    `<figure><div class="cap"><b>${escapeHtml(title)}</b> <span>${escapeHtml(remark)}</span></div>`,
    `<div class="plot square" role="img" aria-label="${escapeHtml(described)}"><div class="in"><svg viewBox="0 0 ${size} ${size}" preserveAspectRatio="none" aria-hidden="true">`,
    ...shares.map((share) => `<path class="gr" d="M0 ${size - share * size}h${size}"/>`),
    `<path class="lvl" d="M0 ${size}L${size} 0"/>`,
    ...dots.map(
      ({ x, y, isSmall }) =>
        `<path class="${isSmall ? 'dot o' : 'dot'}" d="M${Math.round(x * size)} ${Math.round(size - y * size)}h0"/>`,
    ),
    '</svg>',
    ...shares.map((share) => text('y', size, size - share * size, percent(share))),
    ...shares.slice(1, -1).map((share) => text('x', share * size, size, percent(share))),
    `</div></div><figcaption>${escapeHtml(note)}</figcaption></figure>`,
  ].join('')
}
