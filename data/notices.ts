/** Stands first among the notices of everything that rests on sample data. */
export const sampleNotice = 'SAMPLE DATA: invented values and issuers, not market data.'
