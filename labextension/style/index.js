import './report.css';
