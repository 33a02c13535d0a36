"""What an operator needs: backups, health, metrics, and which workers are alive."""
