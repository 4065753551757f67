import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What axe finds wrong with the page shown, by all of its rules or by some. */
export async function violations(page: Page, rules: readonly string[] | null = null): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations: list } = (await page.evaluate(`axe.run(${rules === null ? '' : JSON.stringify({ runOnly: rules })})`)) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  return list.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  )
}

/** Folder for pictures of what was looked at. */
const pictures = process.env['SCREENSHOTS']
if (pictures) mkdirSync(pictures, { recursive: true })

export const look = readFileSync(join(import.meta.dirname, 'look.js'), 'utf8')

export async function picture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}

/** Looks at pages of one view: each has to be whole, and axe to find nothing wrong. */
export const lookingAt = (page: Page, width: number, scheme: string) => async (name: string) => {
  await picture(page, `${name}-${width}-${scheme}`)
  const outcome = { name, ...((await page.evaluate(look)) as object), wrong: await violations(page) }
  expect(outcome).toEqual({ name, wider: 0, cut: [], colliding: [], faint: [], styled: true, wrong: [] })
}
