import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The scroll lock of dialogs takes the nonce from here, everything else from the theme.
setNonce(nonce);
createRoot(document.getElementById('root') as HTMLElement).render(<App nonce={nonce} />);
