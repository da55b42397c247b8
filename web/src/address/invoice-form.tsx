/** Form for one invoice title, new or existing. Enterprise fields show for enterprises only and keep their values when the type changes. */
import { invoiceTypes, saveInvoice, type Invoice } from '@homeport/contract/address.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useLeaveQuestion } from '../ui/leave-question.ts'
import { Radios } from '../ui/radios.tsx'
import { keepInvoice } from './data.ts'
import { useDraft } from '../kit/keep/draft.ts'
import { addressText } from './text.ts'

type FormValues = Omit<Invoice, 'id'>
const companyOnly = { tax_id: '', bank: '', account: '', address: '', phone: '' }
const blank: FormValues = { type: 'personal', title: '', ...companyOnly, is_default: false }

export function InvoiceForm({ invoice, done }: { invoice: Invoice | null; done: () => void }) {
  const words = useText(addressText)
  const saving = useMutation(keepInvoice(useQueryClient()))
  const { typed, change, line, save, isChanged } = useDraft<FormValues>(`invoice ${invoice?.id ?? ''}`, invoice ?? blank)
  const unasked = useLeaveQuestion({ isChanged, leave: done })
  const isCompany = typed.type === 'enterprise'

  async function submit() {
    const request = { ...typed, ...(isCompany ? {} : companyOnly), id: invoice?.id ?? '' }
    if (await save(saveInvoice.input, request, saving.mutateAsync)) unasked(done)
  }

  return (
    <Form isPage submit={() => void submit()} label={words.save} isBusy={saving.isPending}>
      <Radios
        label={words.type}
        choices={invoiceTypes.map((key) => ({ key, label: words.types[key] }))}
        chosen={typed.type}
        onSelect={(type) => change({ type })}
      />
      <Field
        label={words.title}
        autoComplete={isCompany ? 'organization' : 'name'}
        hint={isCompany ? words.titleHintEnterprise : words.titleHintPersonal}
        {...line('title')}
      />
      {isCompany && (
        <>
          <Field label={words.taxId} autoComplete="off" autoCapitalize="characters" spellCheck={false} {...line('tax_id')} />
          <Field label={words.bank} autoComplete="off" {...line('bank')} />
          <Field label={words.account} autoComplete="off" inputMode="numeric" {...line('account')} />
          <Field label={words.address} autoComplete="off" {...line('address')} />
          <Field label={words.landline} type="tel" autoComplete="off" {...line('phone')} />
        </>
      )}
      {!invoice?.is_default && (
        <Checkbox checked={typed.is_default} onChange={(event) => change({ is_default: event.target.checked })}>
          {words.isDefault}
        </Checkbox>
      )}
    </Form>
  )
}
