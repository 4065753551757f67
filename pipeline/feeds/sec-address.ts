import { followedFilers } from '../../data/filers.ts'

/** The company whose CIK has these digits, padded or not; undefined for one that is not followed. */
export function filerOf(cik: string): (typeof followedFilers)[number] | undefined {
  const padded = cik.padStart(10, '0')
  return followedFilers.find((filer) => filer.cik === padded)
}

/** Folder of a filing: the CIK without leading zeros, the accession number without dashes. */
export function filingFolder(cik: string, accession: string): string {
  return `https://www.sec.gov/Archives/edgar/data/${cik.replace(/^0+/u, '')}/${accession.replaceAll('-', '')}`
}

const document = /^\/Archives\/edgar\/data\/(\d{1,10})\/(\d{10})(\d{2})(\d{6})\/[\w.-]+\.html?$/u

/** An address of a filed HTML document -> whose it is and of which filing; null for any other address. */
export function documentAddress(url: URL): { cik: string; accession: string } | null {
  if (url.origin !== 'https://www.sec.gov' || url.search !== '') return null
  const match = document.exec(url.pathname)
  if (match === null) return null
  return { cik: (match[1] ?? '').padStart(10, '0'), accession: `${match[2]}-${match[3]}-${match[4]}` }
}
