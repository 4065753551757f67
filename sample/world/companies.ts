import {
  type Company,
  commonStockOnly,
  foreignCompany,
  japaneseCompany,
  reviewedFilings,
  stockSplit,
  usCompany,
} from '../../data/companies/row.ts'

const counted = { ...reviewedFilings, ...commonStockOnly }

/** The roster of sample data: the invented companies as a home follows them. What they do is in `issuers.ts`. */
export const inventedCompanies: readonly Company[] = [
  usCompany('0009900001', 'HRBX', 'Harbour Example Holdings', 'US', 'Files and third parties agree.', {
    ...counted,
    splits: [stockSplit('2025-06-16', 10, 'invented')],
  }),
  usCompany('0009900002', 'LNTX', 'Lantern Specimen Corp', 'US', 'Bitcoin is two thirds of its coins: no third-party mNAV.', {
    ...counted,
    programs: true,
  }),
  usCompany(
    '0009900003',
    'SBLX',
    'Sable Sample Mining Inc',
    'US',
    'Third-party counts are well above its last filing, a year ago: withheld.',
    counted,
  ),
  usCompany(
    '0009900004',
    'DRFT',
    'Driftwood Fictional Group',
    'US',
    'A third-party count is slightly below its filing: adjudicated.',
    counted,
  ),
  foreignCompany(
    '0009900005',
    'QRTZ',
    'Quartz Placeholder plc',
    'GB',
    'Its current reports state no total: third-party estimate and mNAV.',
  ),
  japaneseCompany('E99901', '9901', 'Kumo Mihon KK', 'JP', 'Files in yen.', {
    ...commonStockOnly,
    splits: [{ day: '2026-04-01', session: '2026-03-30', ratio: 5, source: 'invented' }],
  }),
]
