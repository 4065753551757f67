import type { BriefingDefinition } from '../../pipeline/briefings/briefer.ts'
import {
  figureColumn,
  monthChangeColumn,
  percentRankColumn,
  periodColumn,
  readingColumn,
  readingsTable,
  titleColumn,
} from '../../pipeline/briefings/readings.ts'
import { levelState } from '../../pipeline/briefings/states/level.ts'

const names = { vix: 'Fear', 'vix-copy': 'Fear again' } as Readonly<Record<string, string>>

/** A briefing as somebody adds one: this file, a line in `pipeline/briefings/index.ts`, and a row in `data/briefings/`. */
export const planted: BriefingDefinition = {
  id: 'btc.planted' as BriefingDefinition['id'],
  state: levelState('vix', { middle: 20, enter: 0.5, leave: 0.2, labels: ['calm', 'usual', 'afraid'] }),
  tell: (day) => ({
    nothing: 'No fear is on record for this day.',
    sections: fear(day),
    notes: ['Planted by a test.'],
  }),
}

const fear = readingsTable('fear', 'How afraid the market is', {
  metrics: ['vix'],
  columns: [
    readingColumn('name', 'Measure', ({ metric }) => names[metric]),
    figureColumn('Now | points'),
    monthChangeColumn,
    percentRankColumn('Higher than'),
    periodColumn(),
    titleColumn('In full', 'full'),
  ],
})
