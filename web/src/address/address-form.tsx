/** Form for one address, new or existing. */
import { saveAddress, type Address } from '@homeport/contract/address.ts'
import { homeArea } from '@homeport/contract/shape/field/rule.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDraft } from '../kit/keep/draft.ts'
import { useText } from '../kit/lang.ts'
import { RegionField } from '../shared/region/region-field.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useLeaveQuestion } from '../ui/leave-question.ts'
import styles from './address.module.css'
import { keepAddress } from './data.ts'
import { addressText } from './text.ts'

type FormValues = Omit<Address, 'id'>
const blank: FormValues = {
  name: '',
  area_code: homeArea,
  phone: '',
  region: '',
  detail: '',
  postcode: '',
  is_default: false,
}

export function AddressForm({ address, done }: { address: Address | null; done: () => void }) {
  const words = useText(addressText)
  const saving = useMutation(keepAddress(useQueryClient()))
  const { typed, change, line, errorOf, save, isChanged } = useDraft<FormValues>(`address ${address?.id ?? ''}`, address ?? blank)
  const unasked = useLeaveQuestion({ isChanged, leave: done })

  async function submit() {
    if (await save(saveAddress.input, { ...typed, id: address?.id ?? '' }, saving.mutateAsync)) unasked(done)
  }

  return (
    <Form isPage submit={() => void submit()} label={words.save} isBusy={saving.isPending}>
      <Field label={words.name} autoComplete="name" {...line('name')} />
      <div className={styles.phoneLine}>
        <Field
          label={words.area}
          inputMode="numeric"
          autoComplete="tel-country-code"
          value={`+${typed.area_code}`}
          error={errorOf('area_code')}
          onChange={(event) => change({ area_code: event.target.value.replace(/\D/g, '') })}
        />
        <Field label={words.phone} type="tel" inputMode="tel" autoComplete="tel-national" {...line('phone')} />
      </div>
      <RegionField
        label={words.region}
        value={typed.region}
        error={errorOf('region')}
        onChange={(region) => change({ region })}
      />
      <Field label={words.detail} autoComplete="street-address" {...line('detail')} />
      <Field label={words.postcode} autoComplete="postal-code" {...line('postcode')} />
      {!address?.is_default && (
        <Checkbox checked={typed.is_default} onChange={(event) => change({ is_default: event.target.checked })}>
          {words.isDefault}
        </Checkbox>
      )}
    </Form>
  )
}
