'use client';

export { ScreenStrip } from '../../../../../../micora-remote/src/pages/landing/ScreenStrip';
