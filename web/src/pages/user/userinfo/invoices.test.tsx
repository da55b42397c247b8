/** The page of invoice titles: a business wants a tax ID, and a right one; what is saved stands in the list. */
import { invoices, saveInvoice, type Invoice } from '@homeport/contract/address.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { forward } from '../../../kit/nav/nav.ts'
import { startSession } from '../../../kit/session.ts'
import { ok, pageOf, serve } from '../../../testing/server.ts'
import { aSignIn } from '../../../testing/samples.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen } from './invoices.tsx'

const path = '/pages/user/userinfo/invoices'
const onFailure = vi.fn()
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  forward(path)
  forward(`${path}?edit=new`)
})
afterEach(() => {
  cleanup()
  onFailure.mockReset()
})

function show() {
  const stored: Invoice[] = []
  const server = serve({
    [invoices.path]: () => pageOf(stored),
    [saveInvoice.path]: (body) => {
      const saved: Invoice = { ...saveInvoice.input.parse({ ...body, is_default: body['is_default'] === '1' }), id: 'i1' }
      stored.push(saved)
      return ok(saved)
    },
  })
  render(
    <QueryClientProvider client={createClient(onFailure)}>
      <Screen />
      <Toasts />
    </QueryClientProvider>,
  )
  return server
}

test('a title of a business wants a tax ID, and a right one; what was typed stays, and the saved one stands in the list', async () => {
  const server = show()
  fireEvent.click(screen.getByRole('radio', { name: 'Business' }))
  type('Title', 'Harbour Light Ltd')
  press('Save')
  expect((await screen.findByText('Enter a tax ID')).closest('[role=alert]')).toBeTruthy()
  type('Tax ID', '91440300708461137T')
  press('Save')
  await screen.findByText('Tax IDs have 8 to 20 letters and digits')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Harbour Light Ltd')
  expect(server.of(saveInvoice.path)).toEqual([])
  type('Tax ID', '9144 0300 7084 6113 6T')
  press('Save')
  await screen.findByText(/91440300708461136T/)
  expect(server.of(saveInvoice.path)).toMatchObject([{ type: 'enterprise', title: 'Harbour Light Ltd' }])
  expect(onFailure).not.toHaveBeenCalled()
})

test('a title of a person asks for no tax ID, and what was typed for a business is not sent', async () => {
  const server = show()
  fireEvent.click(screen.getByRole('radio', { name: 'Business' }))
  type('Tax ID', 'none at all')
  fireEvent.click(screen.getByRole('radio', { name: 'Personal' }))
  expect(screen.queryByLabelText('Tax ID')).toBeNull()
  type('Title', 'Ann Harbour')
  press('Save')
  await waitFor(() => expect(server.of(saveInvoice.path)).toMatchObject([{ type: 'personal', title: 'Ann Harbour', tax_id: '' }]))
})
