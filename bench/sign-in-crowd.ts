/**
 * People who sign in at the same moment: `sign-in-crowd.ts URL PEOPLE`, each time at the number of a round. A process of its
 * own, since what they cost themselves is not what they cost the readers measured.
 */
import { Pool } from 'undici'

const [url, people] = process.argv.slice(2) as [string, string]
const signIns = Number(people)
const pool = new Pool(url, { connections: signIns })

/** Sends sign-ins with wrong passwords, each from a network of its own; the number that were examined. */
async function flood(round: number): Promise<number> {
  const statuses = await Promise.all(
    Array.from({ length: signIns }, async (_, n) => {
      const { statusCode, body } = await pool.request({
        path: '/sign-in',
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Sec-Fetch-Site': 'same-origin',
          'X-Forwarded-For': `198.18.${round}.${n}`,
        },
        body: `email=person${n}%40example.com&password=${'not+the+password+'.repeat(2)}`,
      })
      await body.dump()
      return statusCode
    }),
  )
  return statuses.filter((status) => status === 401).length
}

process.on('message', async (round: number) => process.send?.(await flood(round)))
process.on('disconnect', () => process.exit())
