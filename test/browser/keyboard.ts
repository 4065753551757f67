import type { Page } from 'playwright-core'

/** Goes to an element with Tab alone, by its id or its name for assistive technology. */
export async function reach(page: Page, name: string): Promise<void> {
  const focused =
    '[document.activeElement.id, document.activeElement.getAttribute("aria-label"), document.activeElement.textContent]'
  for (let presses = 0; !((await page.evaluate(focused)) as (string | null)[]).includes(name); presses++) {
    if (presses === 200) throw new Error(`${page.url()} has no ${name} that the keyboard reaches`)
    await page.keyboard.press('Tab')
  }
}

/** Presses Enter on what has the focus, and waits for the page it leads to. */
export async function enter(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')])
  await page.waitForLoadState()
}

/** Submits a form with the keyboard alone: from field to field with Tab, then Enter. */
export async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, text] of Object.entries(fields)) {
    await reach(page, id)
    await page.keyboard.type(text)
  }
  await enter(page)
}
