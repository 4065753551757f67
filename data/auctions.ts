/** What is sold: coupons of fixed rate, inflation-linked and floating ones, bills, and bills sold off their schedule. */
export type AuctionKind = 'nominal' | 'inflation-linked' | 'floating' | 'bill' | 'cash management'

/** Maturities at which the Treasury sells nominal notes and bonds. */
export const couponMaturities = ['2-Year', '3-Year', '5-Year', '7-Year', '10-Year', '20-Year', '30-Year'] as const
export type CouponMaturity = (typeof couponMaturities)[number]

type Short<Maturity extends CouponMaturity> = Maturity extends `${infer Years}-Year` ? `${Years}y` : never

/** `10-Year` -> `10y`, as series and metrics are named. */
export const shortMaturity = <Maturity extends CouponMaturity>(maturity: Maturity): Short<Maturity> =>
  maturity.replace('-Year', 'y') as Short<Maturity>

/**
 * Kinds of notes and bonds whose auction results were recorded without the flags that state the kind (both the text `null`), by CUSIP, as the
 * Treasury announced them. Without flags and without a row here an auction is refused: an inflation-linked 5-Year sold at 1.367 percent
 * among nominal ones at 3.955 looks like any other row.
 */
export const unflaggedSecurities = {
  'inflation-linked': ['912810US5', '91282CPU9', '91282CQP9', '91282CRE3'],
  floating: ['91282CPX3', '91282CQM6', '91282CRD5'],
  nominal: [
    '912810UR7',
    '912810UT3',
    '912810UU0',
    '912810UV8',
    '912810UW6',
    '912810UX4',
    '91282CPZ8',
    '91282CQF1',
    '91282CQG9',
    '91282CQH7',
    '91282CQJ3',
    '91282CQK0',
    '91282CQL8',
    '91282CQN4',
    '91282CQQ7',
    '91282CQR5',
    '91282CQS3',
    '91282CQT1',
    '91282CQU8',
    '91282CQV6',
    '91282CQW4',
    '91282CQX2',
    '91282CQY0',
    '91282CQZ7',
    '91282CRA1',
    '91282CRB9',
    '91282CRC7',
    '91282CRF0',
    '91282CRG8',
  ],
} as const
