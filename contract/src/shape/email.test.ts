/** E-mail addresses: one spelling for each, and those that cannot exist are refused at once. */
import { expect, test } from 'vitest'
import { Email } from './field/rule.ts'

test.each([
  ['a@bücher.de', 'a@xn--bcher-kva.de'],
  ['a@BÜCHER.de', 'a@xn--bcher-kva.de'],
  ['a@bu\u0308cher.de', 'a@xn--bcher-kva.de'],
  ['a@XN--BCHER-KVA.DE', 'a@xn--bcher-kva.de'],
  ['ming@例子。中国', 'ming@xn--fsqu00a.xn--fiqs8s'],
  ['a@straße.example', 'a@xn--strae-oqa.example'],
  ['a@ตัวอย่าง.ไทย', 'a@xn--72c1a1bt4awk9o.xn--o3cw4h'],
  ['a＠example．org', 'a@example.org'],
  ['  First.Last+tag@Example.org ', 'First.Last+tag@example.org'],
  ["o'hara_{x}@a-b.example", "o'hara_{x}@a-b.example"],
  ['用户@example.org', '用户@example.org'],
  [`${'l'.repeat(64)}@example.org`, `${'l'.repeat(64)}@example.org`],
  ['a@1and1.example', 'a@1and1.example'],
])('%s has the one spelling %s', (typed, spelling) => {
  expect(Email.parse(typed)).toBe(spelling)
  expect(Email.parse(spelling)).toBe(spelling)
})

const label = 'd'.repeat(63)

test.each([
  'a..b@x.org',
  '.a@x.org',
  'a.@x.org',
  '@x.org',
  'a@',
  '@',
  'nobody',
  'example.org',
  'a@localhost',
  'a@x..org',
  'a@.x.org',
  'a@x.org.',
  'a@x。。org',
  'a@-x.org',
  'a@x-.org',
  'a@x.-org',
  'a@x.org-',
  'a@bücher-.de',
  'a@x_y.org',
  'a@192.0.2.1',
  'a@0x7f.1',
  'a@example.0x1',
  'a@[192.0.2.1]',
  'a@x.org:25',
  'a@x.org/y',
  'a@x.org?y',
  'a@x%2eorg.de',
  'a@x.o',
  'a b@x.org',
  '"a b"@x.org',
  'a@b@x.org',
  'a,b@x.org',
  'a@x.org,b@x.org',
  'a@x.org\nb@x.org',
  'a\u200b@x.org',
  `${'l'.repeat(65)}@x.org`,
  `${'用'.repeat(22)}@x.org`,
  `a@${label}d.org`,
  `a@${`${label}.`.repeat(4)}org`,
  `${'l'.repeat(60)}@${`${label}.`.repeat(3)}org`,
  `a@${'ü'.repeat(60)}.org`,
])('%s is refused as no e-mail address', (typed) => {
  expect(Email.safeParse(typed).error?.issues[0]?.message).toBe('email_format')
})

test('an empty field asks for the address', () => {
  for (const typed of ['', '  ', '\u3000']) expect(Email.safeParse(typed).error?.issues[0]?.message, typed).toBe('email_filled')
})
