/** Asked of an SQLite file in the place of a statement: whether it is whole. One row, `quick_check`, which is `ok` or what is wrong. */
export const checkFile = '-- check the file'
