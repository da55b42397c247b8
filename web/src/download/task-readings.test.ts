/** Pushes, polls, lists and taps that arrive out of order. */
import { beforeEach, expect, test } from 'vitest'
import { storageKeys } from '../kit/storage.ts'
import { setLang } from '../kit/lang.ts'
import { setCurrentDevice, startSession } from '../kit/session.ts'
import { aDevice, aSignIn, aTask } from '../testing/samples.ts'
import { beginTap, clearReadings, endTap, shown, takeReading, withReadings } from './task-readings.ts'

const at = (progress: number) => ({ ...aTask, progress, down_size: progress * 100_000_000 })

beforeEach(() => {
  localStorage.clear()
  setLang('zh')
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  clearReadings()
})

test('a newer push wins over the answer to an older poll', () => {
  expect(takeReading(at(50), 2_000, 2_000)).toBe(true)
  expect(takeReading(at(40), 1_000, 2_500)).toBe(false)
  expect(takeReading(at(60), 3_000, 3_100)).toBe(true)
})

test('a list that was asked for before a push shows the push, one asked for after it shows the list, unless that is behind', () => {
  takeReading(at(50), 2_000, 2_000)
  expect(withReadings([at(40)], 1_000)[0]?.progress).toBe(50)
  expect(withReadings([at(55)], 3_000)[0]?.progress).toBe(55)
  // The cloud stores progress every 30 s only.
  expect(withReadings([at(45)], 3_000)[0]?.progress).toBe(50)
  expect(withReadings([at(45)], 40_000)[0]?.progress).toBe(45)
  expect(withReadings([{ ...at(45), status: 0 }], 3_000)[0]).toMatchObject({ progress: 45, status: 0 })
})

test('a tap shows at once and outlives what the box said before it', () => {
  beginTap({ ...aTask, status: 0, speed_bytes: 0 })
  expect(shown(aTask)).toMatchObject({ status: 0, speed_bytes: 0, progress: 62 })
  takeReading(aTask, 1_000, 1_000)
  expect(withReadings([aTask], 500)[0]?.status).toBe(0)
  endTap(aTask.task_id)
  expect(shown(aTask).status).toBe(1)
})

test('spec 4: progress is kept per device by url, and lies over an older list at the next start', () => {
  takeReading(at(70), 100_000, 100_000)
  expect(storageKeys.realm('en', 'cacheProgress').get()?.[aDevice.devsn]?.[aTask.url]).toMatchObject({
    task_id: 'T1',
    progress: 70,
  })
  clearReadings()
  expect(withReadings([at(62)], 200_000)[0]?.progress).toBe(70)
  expect(withReadings([at(80)], 200_000)[0]?.progress).toBe(80)
  expect(withReadings([{ ...at(62), task_id: 'NEW' }], 200_000)[0]?.progress).toBe(62)
  expect(withReadings([{ ...at(62), status: 0 }], 200_000)[0]?.progress).toBe(62)
})
