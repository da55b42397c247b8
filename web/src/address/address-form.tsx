/** One address, new or to be changed. */
import { saveAddress, type Address } from '@homeport/contract/address.ts'
import { homeArea } from '@homeport/contract/shape/rule.ts'
import { wordsOf } from '@homeport/contract/shape/rule-words.ts'
import type { In } from '@homeport/contract/kit/promise.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLang, useText } from '../kit/lang.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { RegionField } from '../ui/region-field.tsx'
import '../ui/form-page.css'
import './address.css'
import { keepAddress } from './data.ts'
import { addressText } from './text.ts'
import { useDraft } from './draft.ts'

type Typed = Omit<Address, 'id'>
const blank: Typed = {
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
  const lang = useLang()
  const saving = useMutation(keepAddress(useQueryClient()))
  const draft = useDraft<Typed>(address ?? blank)
  const { typed, change } = draft
  const errorOf = (field: keyof Typed) => (draft.wrong[field] ? wordsOf(draft.wrong[field], lang) : undefined)
  const line = (field: Exclude<keyof Typed, 'is_default'>) => ({
    value: typed[field],
    error: errorOf(field),
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  })

  async function save(asked: In<typeof saveAddress.input>) {
    try {
      await saving.mutateAsync(asked)
      done()
    } catch (failure) {
      draft.refused(failure)
    }
  }

  return (
    <form
      className="form-page"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const read = draft.read(saveAddress.input, { ...typed, id: address?.id ?? '' })
        if (read) void save(read)
      }}
    >
      <Field label={words.name} autoComplete="name" {...line('name')} />
      <div className="phone-line">
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
      <RegionField label={words.region} value={typed.region} error={errorOf('region')} change={(region) => change({ region })} />
      <Field label={words.detail} autoComplete="street-address" {...line('detail')} />
      <Field label={words.postcode} autoComplete="postal-code" {...line('postcode')} />
      {!address?.is_default && (
        <Checkbox checked={typed.is_default} onChange={(event) => change({ is_default: event.target.checked })}>
          {words.isDefault}
        </Checkbox>
      )}
      <Button look="main" type="submit" isWide isBusy={saving.isPending}>
        {words.save}
      </Button>
    </form>
  )
}
