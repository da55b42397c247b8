/** Spec 9: each constant with its value, taken from where it acts; what it does there is tested beside it. */
import { filmPageLimit, filmsAfterSyncMs, socketFilmLimit, movieList } from '@homeport/contract/movie/movie.ts'
import { taskPageLimit } from '@homeport/contract/download/download.ts'
import { maxImages, maxTags } from '@homeport/contract/forum.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { heartbeatMs, lanHeartbeatMs, playerStatusDelayMs, pollMs, reconnectMs } from '@homeport/contract/kit/connection.ts'
import { keyRepeatAfterMs, keyRepeatMs, playerTickMs } from '@homeport/contract/playback/playback.ts'
import { listLimit as serverLimit } from '@homeport/contract/shape/page.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listLimit } from '../download/data.ts'
import { askTimeoutMs } from '../kit/call/http.ts'
import { throttleMs } from '../kit/time/throttle.ts'
import { toastMs } from '../ui/toast.tsx'
import skeleton from '../ui/skeleton.module.css?raw'
import { chunkTimeoutMs, pageDelayMs, pageTimeoutMs } from './routes.tsx'

test.each([
  ['success code', Code.ok, 200],
  ['request timeout', askTimeoutMs, 60_000],
  ['chunk load timeout', chunkTimeoutMs, 120_000],
  ['async page delay', pageDelayMs, 200],
  ['async page timeout', pageTimeoutMs, 60_000],
  ['loading indicator delay', Number(/appear 0s (\d+)ms/.exec(skeleton)?.[1]), 500],
  ['toast', toastMs, 2_000],
  ['heartbeat', heartbeatMs, 4_000],
  ['heartbeat of the direct socket', lanHeartbeatMs, 25_000],
  ['reconnect', reconnectMs, 3_000],
  ['player status after open', playerStatusDelayMs, 500],
  ['player tick', playerTickMs, 1_000],
  ['download poll', pollMs, 2_000],
  ['movie list after sync', filmsAfterSyncMs, 1_000],
  ['key repeat begins', keyRepeatAfterMs, 500],
  ['key repeat', keyRepeatMs, 100],
  ['throttle', throttleMs, 500],
  ['device list and task list', listLimit, 99],
  ['any list', serverLimit, 99],
  ['movie page', filmPageLimit, 6],
  ['task page', taskPageLimit, 6],
  ['socket movie page', socketFilmLimit, 9],
  ['socket movie page, unless one is named', z.parse(movieList.input, {}).limit, 9],
  ['tags', maxTags, 5],
  ['images', maxImages, 9],
])('%s', (_, value, spec) => {
  expect(value).toBe(spec)
})
