/**
 * Parts of the front page that depend on who reads it and when: the page is written once with its edition, and the server chooses. They are
 * here because the server imports no renderer.
 */

/**
 * `story`: the first one that is shown comes first on the page, the others below it. `row`: whole for whom its briefing is open. `else`: what
 * the page begins with where it shows no story. `unsold`: the names of a market's briefings that the edition does not have.
 */
export type FrontPartKind = 'story' | 'row' | 'else' | 'unsold'

/** A part in two forms. `id` is that of a briefing, or of a market. */
export function markFrontPart(kind: FrontPartKind, id: string, whole: string, short = ''): string {
  return `<!--${kind} ${id}-->${whole}<!--or-->${short}<!--end-->`
}

/** What one call of a briefing costs: shown where single calls are sold. */
export const priceMarker = (dollars: string): string => `<!--price ${dollars}-->`

/** The link to a briefing by its title, where nothing more is shown of it. `title` is HTML. */
export const briefingLink = (path: string, title: string): string => `<a href="${path}?format=html">${title}</a>`

/** The page with one form of each part, as `choose` decides from the first to the last. */
export function renderChosenParts(
  page: string,
  choose: (kind: FrontPartKind, id: string, whole: string, short: string) => string,
  showsPrices: boolean,
): string {
  return page
    .replace(
      /<!--(story|row|else|unsold) ([\w.-]+)-->(.*?)<!--or-->(.*?)<!--end-->/gs,
      (_, kind: FrontPartKind, id: string, whole: string, short: string) => choose(kind, id, whole, short),
    )
    .replace(/<!--price ([\d.]+)-->/g, (_, dollars: string) => (showsPrices ? ` <span class="num">$${dollars}</span>` : ''))
}
