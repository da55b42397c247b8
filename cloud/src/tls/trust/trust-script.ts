/** Script of the trust page: it sees by itself when the browser trusts the https port, and goes on there. It is served as it stands. */
export const trustScript = `'use strict'
const { reached, next } = document.body.dataset
const everyMs = 2000
const patienceMs = 5000
const shownMs = 900
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** A page may not read the answer of another origin, but it sees whether there is one. */
async function isTrusted() {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), patienceMs)
  try {
    await fetch(reached, { mode: 'no-cors', cache: 'no-store', signal: ending.signal })
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

async function watch() {
  while (document.visibilityState !== 'visible' || !(await isTrusted())) await wait(everyMs)
  document.body.classList.add('trusted')
  document.querySelector('#trusted').focus()
  await wait(shownMs)
  location.replace(next)
}

for (const link of document.querySelectorAll('a[data-file]'))
  link.addEventListener('click', () => link.closest('li').classList.add('done'))
if (reached) void watch()
`
