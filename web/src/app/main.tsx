/** The entry of the app. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { hearDevices } from '../device/data.ts'
import { takePairing } from '../device/pairing.ts'
import { clearReadings } from '../download/live.ts'
import { hearDownloads } from '../download/data.ts'
import { findHosts } from '../kit/ask.ts'
import { startLink } from '../kit/link.ts'
import { useHashPath, useHashSearch } from '../kit/nav.ts'
import { onSessionEnd } from '../kit/session.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/bars.css'
import '../ui/parts.css'
import { createClient } from './client.ts'
import { failureDoor } from './failure.tsx'
import { startOffline } from './offline.ts'
import { Shell } from './shell.tsx'

void start()

async function start(): Promise<void> {
  history.scrollRestoration = 'manual'
  takePairing()
  addEventListener('hashchange', takePairing)
  const client = createClient(failureDoor)
  await findHosts()
  await startOffline(client)
  onSessionEnd(clearReadings)
  hearDevices(client)
  hearDownloads(client)
  startLink()
  show(client)
}

function show(client: QueryClient): void {
  const root = document.getElementById('app')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Router hook={useHashPath} searchHook={useHashSearch}>
          <Shell />
        </Router>
      </QueryClientProvider>
    </StrictMode>,
  )
}
