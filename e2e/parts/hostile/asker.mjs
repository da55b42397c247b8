/** A process of its own: asks each address ten times a second and tells its parent how long each answer took. */
import http from 'node:http'

const everyMs = 100
const patienceMs = 10_000

function ask(url) {
  const began = performance.now()
  const tell = (status) => process.send?.({ url, status, ms: performance.now() - began }, undefined, undefined, parentIsGone)
  const request = http.get(url, { timeout: patienceMs }, (response) => {
    response.resume()
    response.once('end', () => tell(response.statusCode ?? 0))
  })
  request.once('timeout', () => request.destroy(new Error('no answer')))
  request.once('error', () => tell(0))
}

/** An answer that cannot be sent means that the parent has ended: this process ends too. */
function parentIsGone(error) {
  if (error) process.exit()
}

process.once('disconnect', () => process.exit())
for (const url of process.argv.slice(2)) setInterval(() => ask(url), everyMs)
