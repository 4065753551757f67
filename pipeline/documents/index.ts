import { absentKind } from './absent.ts'
import { briefingKind } from './briefing-kind.ts'
import { calibrationKind } from './calibration.ts'
import { companyKind } from './company/company.ts'
import { companyFiguresKind } from './company/figures.ts'
import { feedStatusKind } from './feed-status.ts'
import { frontKind } from './front.ts'
import type { Kind } from './kind.ts'
import { metricHistoryKind } from './metric-history.ts'
import { metricKind } from './metric-kind.ts'
import { newsDayKind } from './news-day.ts'
import { newsDirectoryKind } from './news-directory.ts'
import { recordKind } from './record.ts'
import { treasuryKind } from './treasury.ts'
import { treasuryListKind } from './treasury-list.ts'

/** Every kind of document: one file each, one line here. */
export const kinds: readonly Kind[] = [
  metricKind,
  metricHistoryKind,
  treasuryListKind,
  treasuryKind,
  briefingKind,
  calibrationKind,
  recordKind,
  feedStatusKind,
  absentKind,
  frontKind,
  newsDayKind,
  newsDirectoryKind,
  companyKind,
  companyFiguresKind,
]
