import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openProgress, openScreen } from '../../cli/progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function terminal(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, columns: 30, written, write: (text: string) => written.push(text) }
}
const plain = (text: string) => text.replaceAll('\r\x1b[2K', '')

test('the line stands from the third second on, cut to the terminal, and is taken away at the end', () => {
  const screen = terminal(true)
  const progress = openProgress(false, openScreen(screen))
  progress.at('loading recordings', 25, 300)
  vi.advanceTimersByTime(1_900)
  expect(screen.written).toEqual([])
  vi.advanceTimersByTime(200)
  expect(screen.written.map(plain)).toEqual(['loading recordings: 25 of 300'])
  progress.at('writing')
  vi.advanceTimersByTime(250)
  expect(plain(screen.written.at(-1)!)).toBe('writing (2 s)')
  progress.end()
  expect(screen.written.at(-1)).toBe('\r\x1b[2K')
  const before = screen.written.length
  vi.advanceTimersByTime(5_000)
  expect(screen.written.length).toBe(before)
})

test.each([
  ['no terminal', false, false],
  ['--json', true, true],
])('%s: nothing is drawn and the log is the log', (_, isTTY, json) => {
  const screen = terminal(isTTY)
  const progress = openProgress(json, openScreen(screen))
  const log = { info: () => undefined, warn: () => undefined }
  progress.at('loading')
  vi.advanceTimersByTime(5_000)
  progress.end()
  expect(screen.written).toEqual([])
  expect(progress.log(log)).toBe(log)
})

test('a line of the log stands above the progress line, which is drawn again below it', () => {
  const shown = terminal(true)
  const screen = openScreen(shown)
  const progress = openProgress(false, screen)
  progress.at('loading')
  vi.advanceTimersByTime(2_250)
  screen.above('a warning\n')
  expect(shown.written.slice(-2)).toEqual(['\r\x1b[2K', 'a warning\n'])
  vi.advanceTimersByTime(250)
  expect(plain(shown.written.at(-1)!)).toBe('loading (2 s)')
  progress.end()
  expect(shown.written.at(-1)).toBe('\r\x1b[2K')
})

test('beside the line only warnings are logged', () => {
  const said: string[] = []
  const progress = openProgress(false, openScreen(terminal(true)))
  const log = progress.log({ info: (text) => said.push(text), warn: (text) => said.push(text) })
  log.info('round')
  log.warn('fetch failed, trying again')
  progress.end()
  expect(said).toEqual(['fetch failed, trying again'])
})
