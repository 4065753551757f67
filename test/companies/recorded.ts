import { recordedCompanies } from '../recorded-companies.ts'
import { companyStore, loadedCompanies } from './loaded.ts'

export const companyBodies = recordedCompanies(/\/companyfacts\/CIK\d{10}\.json$/)
const indexes = recordedCompanies(/\/submissions\/CIK\d{10}\.json$/)

/** The store of the recorded companies. */
export const recordedStore = (bodies = companyBodies) => companyStore(bodies, indexes)

/** Every version of the lines of each recorded company, by issuer id. */
export const recordedVersions = (bodies = companyBodies) => loadedCompanies(bodies, indexes)
