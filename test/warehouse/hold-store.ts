/** Opens the warehouse named on the command line, says so, and holds it until its input ends. */
import { openStore } from '../../pipeline/warehouse/store.ts'

const store = await openStore(process.argv[2]!)
process.stdout.write('held\n')
process.stdin.resume()
process.stdin.on('end', () => void store.close().then(() => process.exit(0)))
