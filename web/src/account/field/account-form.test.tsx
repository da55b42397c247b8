/** Where an account form shows what the server refuses. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { QueryClient, QueryClientProvider, type UseMutationOptions } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Failure, failureOf, isFailure } from '../../kit/failure.ts'
import { forgetTyped } from '../../kit/keep/unsent-forms.ts'
import { setLang } from '../../kit/lang.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useAccountForm } from './account-form.ts'

type Values = { phone: string; code: string }
const FormValues = z.object({ phone: z.string().check(z.minLength(1, 'phone_filled')), code: z.string() })

const accepted: Values[] = []
const refusing = (
  failure: Failure,
  takes: (failure: unknown) => boolean = isFailure,
): UseMutationOptions<Values, Error, Values> => ({
  mutationFn: () => Promise.reject(failure),
  meta: { takes },
})
const accepting: UseMutationOptions<Values, Error, Values> = { mutationFn: async (typed) => typed }

function Example({ mutation, focuses = false }: { mutation: UseMutationOptions<Values, Error, Values>; focuses?: boolean }) {
  const flow = useAccountForm({
    resolver: standardSchemaResolver(FormValues),
    defaultValues: { phone: '138', code: '' },
    mutation,
    inputOf: (typed: Values) => typed,
    onSuccess: (typed) => void accepted.push(typed),
    fields: ['phone', 'code'],
    otherwise: 'code',
    own: { [Code.taken]: 'Ours' },
    focusesRefused: focuses,
    draft: { key: 'example', fields: ['phone'] },
  })
  return (
    <Form submit={flow.submit} label="Save" isBusy={flow.isBusy}>
      <Field label="Phone" {...flow.field('phone')} />
      <Field label="Code" {...flow.field('code')} />
    </Form>
  )
}

async function submit(props: { mutation: UseMutationOptions<Values, Error, Values>; focuses?: boolean }) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Example {...props} />
    </QueryClientProvider>,
  )
  await act(async () => screen.getByRole('button', { name: 'Save' }).click())
}
const errorOf = (label: string) => document.getElementById(`${screen.getByLabelText(label).id}-error`)?.textContent ?? ''
const invalid = (field: string) => failureOf({ code: Code.invalid, msg: '', data: { field, rule: 'phone_format' } })
const refusal = (code: number) => failureOf({ code, msg: 'Theirs', data: null })

beforeEach(() => {
  setLang('en')
  accepted.length = 0
})
afterEach(() => {
  cleanup()
  forgetTyped('example')
})

test('a field that the server names has its words, the area code at the phone; the rest is shown at the last field', async () => {
  await submit({ mutation: refusing(invalid('area_code')) })
  expect(errorOf('Phone')).not.toBe('')
  expect(errorOf('Code')).toBe('')
  cleanup()
  await submit({ mutation: refusing(refusal(Code.wrongCredentials)) })
  expect(errorOf('Phone')).toBe('')
  expect(errorOf('Code')).toBe('Theirs')
  cleanup()
  await submit({ mutation: refusing(refusal(Code.taken)) })
  expect(errorOf('Code')).toBe('Ours')
})

test('the refused field gets the focus where the form asks for it', async () => {
  await submit({ mutation: refusing(refusal(Code.wrongCredentials)) })
  expect(document.activeElement).not.toBe(screen.getByLabelText('Code'))
  cleanup()
  await submit({ mutation: refusing(refusal(Code.wrongCredentials)), focuses: true })
  expect(document.activeElement).toBe(screen.getByLabelText('Code'))
})

test('a failure that is shown elsewhere is not shown at a field too', async () => {
  await submit({ mutation: refusing(refusal(Code.fault), (failure) => isFailure(failure, 'field')) })
  expect(errorOf('Code')).toBe('')
})

test('what the form itself finds wrong is not sent; what is right is', async () => {
  await submit({ mutation: accepting })
  expect(accepted).toEqual([{ phone: '138', code: '' }])
  await act(async () => void fireEvent.input(screen.getByLabelText('Phone'), { target: { value: '' } }))
  await act(async () => screen.getByRole('button', { name: 'Save' }).click())
  expect(errorOf('Phone')).not.toBe('')
  expect(accepted).toHaveLength(1)
})

test('S129: what was typed outlasts a reload until it is accepted, the code does not', async () => {
  const show = (mutation: UseMutationOptions<Values, Error, Values>) =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Example mutation={mutation} />
      </QueryClientProvider>,
    )
  const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
  show(accepting)
  fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '13912345678' } })
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: '424242' } })
  expect(JSON.stringify({ ...sessionStorage })).toContain('13912345678')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('424242')
  cleanup()
  show(accepting)
  expect([valueOf('Phone'), valueOf('Code')]).toEqual(['13912345678', ''])
  await act(async () => screen.getByRole('button', { name: 'Save' }).click())
  await waitFor(() => expect(accepted).toHaveLength(1))
  cleanup()
  show(accepting)
  expect(valueOf('Phone')).toBe('138')
})
