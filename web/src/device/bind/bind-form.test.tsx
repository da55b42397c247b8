/** The form that pairs a box: what is refused is said at the code. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { endSession, startSession } from '../../kit/session.ts'
import { show, type } from '../../testing/routes.tsx'
import { aDevice, aSignIn } from '../../testing/samples.ts'
import { ok } from '../../testing/server.ts'
import { BindForm } from './bind-form.tsx'

beforeEach(() => {
  setLang('en')
  startSession(aSignIn)
})
afterEach(() => {
  cleanup()
  endSession()
})

test('the eighth character sends the code; a wrong one is said at its field and stays typed, and the right one then pairs', async () => {
  const sent: string[] = []
  show(<BindForm />, {
    calls: {
      '/device/device/nearby': () => ok({ data: [] }),
      '/user/device/bind': ({ code = '' }) => {
        sent.push(code)
        return code === 'ABCD2345' ? ok(aDevice) : { code: Code.wrongCredentials, msg: '', data: null }
      },
    },
  })
  await type('Pairing code', 'ZZZZ ZZZ')
  expect(sent).toEqual([])
  await type('Pairing code', 'ZZZZ ZZZZ')
  expect((await screen.findByText('Wrong or expired code')).closest('[role=alert]')).toBeTruthy()
  const field = screen.getByLabelText<HTMLInputElement>('Pairing code')
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['ZZZZ ZZZZ', 'true'])
  await type('Pairing code', 'ABCD 2345')
  await waitFor(() => expect(sent.map((code) => code.replace(' ', ''))).toEqual(['ZZZZZZZZ', 'ABCD2345']))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
