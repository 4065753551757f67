export * from '../column.ts'
