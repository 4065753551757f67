import axe from 'axe-core'
import type { Page } from 'playwright-core'

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
