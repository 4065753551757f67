import { facts, heading, number, type OutputMedium, table } from '../../pipeline/documents/blocks.ts'
import type { Charts } from '../../pipeline/documents/charts.ts'
import { defineKind } from '../../pipeline/documents/kind.ts'
import { day, identityMembers, part, type SchemaType } from '../../pipeline/documents/schema.ts'

/** A kind of document as somebody adds one: this file, and a line in `pipeline/documents/index.ts`. */
const harvest = part((z) =>
  z
    .object({
      harvest: z.string(),
      title: z.string(),
      tonnes: z.number().meta({ description: 'Brought in, tonnes.' }),
      fields: z.array(z.object({ field: z.string(), sown: day(z), bushels: z.int() })),
      ...identityMembers(z),
    })
    .meta({ id: 'Harvest', description: 'What a crop brought in.' }),
)

export type Harvest = SchemaType<typeof harvest>

export const harvestKind = defineKind({
  kind: 'harvest',
  folder: 'harvest',
  id: 'harvest',
  component: 'Harvest',
  schema: harvest,
  formats: ['json', 'md', 'html'],
  facts: ({ title, tonnes }: Harvest) => ({ title, tonnes }),
  blocks: ({ title, tonnes, fields }: Harvest, _form: OutputMedium, { lines }: Charts) => [
    { kind: 'head', title, headline: [number(tonnes), ' tonnes were brought in'], crumbs: [['Today', '/']] },
    facts(['Tonnes', number(tonnes)], ['Rain', null]),
    heading('Fields', 'From the largest.'),
    table(
      ['Field', 'Sown', ['Bushels']],
      fields.map(({ field, sown, bushels }) => [field, { day: sown }, number(bushels)]),
    ),
    heading('Price'),
    ...lines.map((line) => ({ kind: 'chart', line, turns: [], runs: [], notes: ['By day.'] }) as const),
    heading('Weather'),
    { kind: 'list', items: [] },
    heading('Sun'),
    {
      kind: 'scatter',
      title: 'Sun and yield',
      remark: 'By field',
      note: 'Across: sun. Up: yield.',
      dots: [{ x: 0.25, y: 0.5, isSmall: false }],
    },
  ],
  rows: () =>
    ['wheat', 'barley'].map((id) => ({
      id,
      name: id,
      title: `Harvest of ${id}`,
      description: `What ${id} brought in.`,
      tier: 'basic',
      price: '0.04',
    })),
  route: {
    operation: 'getHarvest',
    path: '/api/harvests/{harvest}',
    tag: { name: 'Harvests', description: 'What crops brought in.' },
    summary: 'A harvest',
    description: 'Of one crop.',
    parameter: {
      name: 'harvest',
      description: 'Name of a crop; GET /api/harvests lists them.',
      example: 'wheat',
      unknown: 'There is no harvest of that name. GET /api/harvests lists them.',
    },
    price: '0.04',
    needsPlan: true,
    otherwise: 'markdown',
  },
  catalogue: {
    operation: 'listHarvests',
    path: '/api/harvests',
    member: 'harvests',
    summary: 'Catalogue of harvests',
    description: 'Each with its price.',
  },
})
