import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUser } from '../account/store.ts'
import { eachDb, type TestDb } from '../testing/db.ts'
import { setModerator, setForbiddenWord, listModerators, listForbiddenWords } from './operator.ts'
import { askerOf } from './model/person.store.ts'

eachDb('the operator’s hand in the forum', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
    const user = { user_id: 'u1', username: 'Anna', password_hash: '', created_at: 0 }
    await opened.db.transaction().execute((trx) => addUser(trx, user))
  })
  afterEach(() => opened.drop())
  const realms = () => [{ lang: 'en' as const, db: opened.db }]

  test('names a moderator by any spelling of the name, and takes it back', async () => {
    expect(await listModerators(realms())).toContain('There is no moderator yet')
    expect(await setModerator(realms(), 'ＡＮＮＡ', 'moderator')).toBe('Anna (en) is a moderator.')
    expect(await askerOf(opened.db, 'u1')).toMatchObject({ role: 'moderator', isModerator: true })
    expect(await listModerators(realms())).toBe('en  moderator  Anna')
    await setModerator(realms(), 'anna', '')
    expect(await askerOf(opened.db, 'u1')).toMatchObject({ isModerator: false })
    await expect(setModerator(realms(), 'nobody', 'moderator')).rejects.toThrow('Nobody is called nobody')
  })

  test('a forbidden word is one word in all its widths and cases', async () => {
    await setForbiddenWord(realms(), 'forbid', 'Spám')
    await setForbiddenWord(realms(), 'forbid', 'ＳＰＡＭ')
    expect(await listForbiddenWords(realms())).toBe('en  spam')
    expect(await setForbiddenWord(realms(), 'allow', 'spam')).toBe('spam may stand again.')
    await expect(setForbiddenWord(realms(), 'allow', 'spam')).rejects.toThrow('was not forbidden')
  })
})
