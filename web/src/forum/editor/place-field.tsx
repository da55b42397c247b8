/** The place of a post: chosen on the map, or none. */
import type { Place } from '@homeport/contract/shape/place.ts'
import { ChevronRight, MapPin, X } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import { askForPlace, usePlaceFor } from '../../shared/place.ts'
import { IconButton } from '../../ui/button.tsx'
import './editor.css'
import { editorText } from './editor-text.ts'

/** by: the draft's id, so that the place chosen on the map returns to it. */
type Props = { by: string; place: Place | null; change: (place: Place | null) => void }

export function PlaceField({ by, place, change }: Props) {
  const words = useText(editorText)
  usePlaceFor(by, (chosen) => change(chosen.place))
  return (
    <div className="fm-where">
      <button type="button" className="grow" onClick={() => askForPlace(by, place ?? undefined)}>
        <MapPin size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className="grow one">{place ? place.name : words.addPlace}</span>
        {!place && <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />}
      </button>
      {place && (
        <IconButton label={words.dropPlace} onClick={() => change(null)}>
          <X size={20} strokeWidth={1.75} />
        </IconButton>
      )}
    </div>
  )
}
