/** The form of the decision pages (docs/style.md): a date and a status, one page, and a row in their list. */
import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../docs/decisions/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const pages = readdirSync(folder).filter((name) => /^\d{3}-/.test(name))
const maxWords = 400

test.each(pages)('decision %s has its number, a date with a status, and at most one page', (name) => {
  const [title, , status = ''] = read(name).split('\n')
  expect(title).toMatch(new RegExp(`^# ${name.slice(0, 3)}[: ]`))
  expect(status).toMatch(/^\d{1,2} [A-Z][a-z]+ 20\d\d, (accepted|replaced)/)
  expect(read(name).trim().split(/\s+/).length).toBeLessThanOrEqual(maxWords)
})

test('the list names every decision, and nothing else', () => {
  const listed = [...read('README.md').matchAll(/\]\((\d{3}-[\w-]+[.]md)\)/g)].map(([, name]) => name)
  expect(listed).toEqual(pages)
})
