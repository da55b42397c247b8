/** The address feature: delivery addresses and invoices. */
import type { Feature } from '../shared/feature.ts'
import { addressListeners } from './events.ts'
import { addressExporter } from './export.ts'
import { addressRoutes } from './routes.ts'

export const addressFeature: Feature = { routes: addressRoutes, listeners: addressListeners, exporter: addressExporter }
