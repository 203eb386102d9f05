import { render } from 'preact';
import { Entry } from './entry.tsx';

const root = document.getElementById('app');
if (root !== null) render(<Entry />, root);
