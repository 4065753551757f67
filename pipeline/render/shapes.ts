import type { Tone } from '../../data/charts.ts'
import { escapeHtml } from './escape-html.ts'

const drawings: Readonly<Record<Tone, string>> = {
  up: '<path d="M6 1 11.8 11H.2z"/>',
  down: '<path d="M6 11 .2 1h11.6z"/>',
  mixed: '<path d="M6 .2 11.8 6 6 11.8.2 6z"/>',
  flat: '<circle cx="6" cy="6" r="4.2"/>',
  unknown: '<circle cx="6" cy="6" r="4.6" class="o"/>',
}

/** A shape that says the tone without its colour. */
const shape = (tone: Tone): string => `<svg class="g" viewBox="0 0 12 12" aria-hidden="true">${drawings[tone]}</svg>`

/** Shape and word in the colour of their tone. */
export function toneHtml(tone: Tone, word: string): string {
  return `<span class="st ${tone}">${shape(tone)}<span>${escapeHtml(word)}</span></span>`
}
