print("soundwatch")
