import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachDb, type TestDb } from '../testing/db.ts'
import { addFeedback, feedbackOf, halfFeedback, listFeedback, makeWhole, setDone } from './store.ts'

eachDb('feedback to the operator', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.drop())

  const add = (feedback_id: string, pictures: number, created_at: number) =>
    addFeedback(opened.db, { feedback_id, user_id: 'ann', text: 't', contact: 'c', client: '', pictures, created_at })

  test('P37: what has pictures is seen once they are kept; what was left half is found by its age, and by its writer', async () => {
    await add('words', 0, 1)
    await add('pictures', 2, 2)
    expect((await listFeedback(opened.db, { withDone: true })).map((one) => one.feedback_id)).toEqual(['words'])
    expect(await halfFeedback(opened.db, 2)).toEqual([])
    expect(await halfFeedback(opened.db, 3)).toEqual([{ feedback_id: 'pictures', pictures: 2 }])
    expect(await feedbackOf(opened.db, 'ann')).toHaveLength(2)
    await makeWhole(opened.db, 'pictures')
    expect(await halfFeedback(opened.db, 3)).toEqual([])
    await setDone(opened.db, 'words', 5)
    expect((await listFeedback(opened.db, { withDone: false })).map((one) => one.feedback_id)).toEqual(['pictures'])
    expect((await listFeedback(opened.db, { withDone: true })).map((one) => one.done_at)).toEqual([5, 0])
  })
})
