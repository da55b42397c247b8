/** Addresses of before the one spelling of a domain. */
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { migrate, readSteps } from '../kit/db/migrate.ts'
import { eachDb, type TestDb } from '../testing/db.ts'
import { stepsFolder } from '../testing/template.ts'
import { userByEmail } from './store.ts'

eachDb('addresses of before', (_, openBare) => {
  let opened: TestDb
  afterEach(() => opened.drop())

  test('are found by either spelling, and of two that were one address one has it', async () => {
    opened = await openBare()
    const steps = await readSteps(stepsFolder)
    await migrate(opened.db, opened.address, { steps: steps.filter(({ name }) => name < '111'), now: () => 0 })
    const addresses = ['a@bücher.de', 'b@bücher.de', 'b@xn--bcher-kva.de', 'c@example.org', 'd@xn--/.de', '']
    for (const [at, email] of addresses.entries())
      await sql`insert into users (user_id, username, name_key, password_hash, nickname, avatar, gender, birthday, region, phone,
        area_code, email, created_at) values (${`u${at}`}, ${`u${at}`}, ${`u${at}`}, '', '', '', 'private', '', '', '', '', ${email}, ${at})`.execute(
        opened.db,
      )
    await migrate(opened.db, opened.address, { steps, now: () => 0 })
    const ownerOf = async (email: string) => (await userByEmail(opened.db, email))?.user_id
    expect([await ownerOf('a@bücher.de'), await ownerOf('A@xn--bcher-kva.de')]).toEqual(['u0', 'u0'])
    expect([await ownerOf('b@bücher.de'), await ownerOf('b@xn--bcher-kva.de')]).toEqual(['u2', 'u2'])
    expect(await ownerOf('c@example.org')).toBe('u3')
    expect(await opened.db.selectFrom('users').selectAll().execute()).toHaveLength(6)
  })
})
