/** A field for a region: opens the list, by level or by search. */
import { regionWords } from '@homeport/contract/shape/region.ts'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../kit/lazy-part.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { regionText } from './region-text.ts'
import { useRegions } from './region.ts'
import { commonText } from '../../kit/text/text.ts'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'

const List = lazyPart(async () => (await import('./region-list.tsx')).RegionList)

/** canClear: it may be left empty. */
type Props = { label: string; value: string; error?: string | undefined; onChange: (id: string) => void; canClear?: boolean }

export function RegionField({ label, value, error, onChange, canClear }: Props) {
  const words = useText(regionText)
  const lang = useLang()
  const regions = useRegions()
  const [isOpen, setOpen] = useState(false)
  const shown = regions && value !== '' ? regionWords(regions, value, lang) : ''
  return (
    <>
      <ChoiceField
        label={label}
        value={shown}
        placeholder={value === '' ? words.choose : words.loading}
        error={error}
        open={() => setOpen(true)}
      />
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={words.choose} closeLabel={useText(commonText).close} isTall>
        <Suspense>
          {regions && (
            <List
              regions={regions}
              chosen={value}
              canClear={canClear ?? false}
              onSelect={(id) => {
                onChange(id)
                setOpen(false)
              }}
            />
          )}
        </Suspense>
      </Sheet>
    </>
  )
}
