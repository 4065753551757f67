/** First among the notices of everything derived from sample data. */
export const sampleNotice = 'SAMPLE DATA: invented values and issuers, not market data.'
