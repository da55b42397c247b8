/** A form is sent once, however often its button is pressed. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useState } from 'react'
import { Form } from './form.tsx'

afterEach(cleanup)

function Example({ sent }: { sent: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const submit = () => {
    sent()
    setIsBusy(true)
  }
  return (
    <Form submit={submit} label="Register" isBusy={isBusy}>
      <input aria-label="Name" />
    </Form>
  )
}

test('a busy form is not sent again, by its button or by Enter', async () => {
  let times = 0
  render(<Example sent={() => (times += 1)} />)
  const button = screen.getByRole('button', { name: 'Register' })
  for (let press = 0; press < 3; press += 1) await act(async () => button.click())
  // A browser does this for Enter.
  await act(async () => fireEvent.submit(screen.getByLabelText('Name'), { submitter: button }))
  expect(times).toBe(1)
})
