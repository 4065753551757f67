import { framed } from '../../data/page-frame.ts'
import { waysStyle } from '../../data/site-style.ts'
import { type Exchange, queryOf } from '../exchange.ts'
import { readForm } from '../form.ts'
import { network } from '../limits/network.ts'
import { escaped } from '../page.ts'
import { carryOn, crumbs, limited, sendForm, wrongField, wrongLine } from '../sign-in.ts'
import { takeAttempt } from '../state/attempts.ts'
import { resetIsOpen, resetPassword } from '../state/people.ts'
import { beginSession } from '../state/sessions.ts'
import { newPasswordRules, passwordNote, resetPath, weakness } from './entered.ts'
import { type AccountPages, doerOf, whereFrom } from './visit.ts'

/** GET /reset: the form of a link that sets a new password. Looking at it uses nothing up: programs that preview links do. */
export async function resetPage(ctx: Exchange, { gate }: AccountPages): Promise<void> {
  const code = queryOf(ctx).find(({ name }) => name === 'code')?.value ?? ''
  const open = await gate.atDesk(({ state, now }) => resetIsOpen(state, code, now()))
  sendForm(ctx, open ? 200 : 404, open ? resetForm(code, null) : endedPage())
}

/** POST /reset: sets the password, ends every session of the person, and signs in. */
export async function reset(ctx: Exchange, pages: AccountPages): Promise<void> {
  const form = await readForm(ctx.req, pages.origin)
  const code = form.get('code') ?? ''
  const chosen = form.get('password') ?? ''
  // the address is not told to whoever has only a link
  const weak = weakness(chosen, '\0')
  if (weak !== null) {
    ctx.state.error = 'INVALID_REQUEST'
    return sendForm(ctx, 400, resetForm(code, weak))
  }
  const token = await pages.gate.atDesk(async (desk) => {
    const { state, passwords, now } = desk
    const where = whereFrom(ctx)
    const wait = await takeAttempt(state, 'password by network', network(where.address), now())
    if (wait > 0) throw limited('attempts to sign in failed', wait)
    if (!(await resetIsOpen(state, code, now()))) return null
    const account = await resetPassword(state, code, await passwords.hash(chosen), doerOf(ctx, desk))
    return account && beginSession(state, { ...where, account, key: null }, now())
  })
  if (token !== null) return carryOn(ctx, pages, token, '/settings')
  ctx.state.error = 'NOT_FOUND'
  sendForm(ctx, 404, endedPage())
}

function resetForm(code: string, wrong: string | null): string {
  const body = [
    `<main id="main">${crumbs}<h1>Set a new password</h1>${wrongLine(wrong)}<form method="post" action="${resetPath}"><input type="hidden" name="code" value="${escaped(code)}">`,
    `<label for="password">New password</label><input id="password" name="password" ${newPasswordRules}${wrongField(wrong)}>`,
    `<p class="note">${passwordNote} Every session of the account ends.</p><button class="btn" type="submit">Set the password</button></form></main>`,
  ].join('')
  return framed({ title: 'Set a new password', body, style: waysStyle, part: 'sign-in' })
}

function endedPage(): string {
  const body = `<main id="main">${crumbs}<h1>This link has ended</h1><p class="stand">A link sets a password once, within an hour. <a href="/forgot">Get another one</a>.</p></main>`
  return framed({ title: 'This link has ended', body, style: waysStyle, part: 'sign-in' })
}
