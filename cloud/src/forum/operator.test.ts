import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUser } from '../account/store.ts'
import { eachDb, type TestDb } from '../testing/db.ts'
import { nameRole, nameWord, rolesIn, wordsIn } from './operator.ts'
import { askerOf } from './model/person.store.ts'

eachDb('the operator’s hand in the forum', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
    const user = { user_id: 'u1', username: 'Anna', password_hash: '', created_at: 0 }
    await opened.db.transaction().execute((trx) => addUser(trx, user))
  })
  afterEach(() => opened.drop())
  const places = () => [{ lang: 'en' as const, db: opened.db }]

  test('names a moderator by any spelling of the name, and takes it back', async () => {
    expect(await rolesIn(places())).toContain('Nobody keeps order yet')
    expect(await nameRole(places(), 'ＡＮＮＡ', 'moderator')).toBe('Anna (en) is a moderator.')
    expect(await askerOf(opened.db, 'u1')).toMatchObject({ role: 'moderator', isModerator: true })
    expect(await rolesIn(places())).toBe('en  moderator  Anna')
    await nameRole(places(), 'anna', '')
    expect(await askerOf(opened.db, 'u1')).toMatchObject({ isModerator: false })
    await expect(nameRole(places(), 'nobody', 'moderator')).rejects.toThrow('Nobody is called nobody')
  })

  test('a forbidden word is one word in all its widths and cases', async () => {
    await nameWord(places(), 'forbid', 'Spám')
    await nameWord(places(), 'forbid', 'ＳＰＡＭ')
    expect(await wordsIn(places())).toBe('en  spam')
    expect(await nameWord(places(), 'allow', 'spam')).toBe('spam may stand again.')
    await expect(nameWord(places(), 'allow', 'spam')).rejects.toThrow('was not forbidden')
  })
})
