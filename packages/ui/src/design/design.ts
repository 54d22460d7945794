// In order of precedence.
import './fonts.css'
import './tokens.css'
import './base.css'
import './controls.css'
import './surfaces.css'
import './layout.css'
import './print.css'
import '../preferences/theme.ts'
